// Asks five kinds of question with the client that is generated from the document.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"unitcost.example/go/unitcost"
)

func main() {
	settings := unitcost.NewConfiguration()
	settings.Servers = unitcost.ServerConfigurations{{URL: os.Getenv("UNITCOST_URL")}}
	client, ctx := unitcost.NewAPIClient(settings), context.Background()

	model := "llama-3.1-70b"
	named := unitcost.Model{String: &model}
	deployment := unitcost.NewDeployment()
	deployment.SetDevice("h100-sxm-80gb")
	deployment.SetDeviceCount(8)

	question := unitcost.NewUnitCostQuery(*deployment)
	question.SetModel(named)
	quote, _, err := client.InferenceAPI.QuoteUnitCosts(ctx).UnitCostQuery(*question).Execute()
	check(err)
	fmt.Println("a million tokens", quote.UnitCosts.GetUsdPerMillionOutputTokens())

	run, _, err := client.TrainingAPI.QuoteRunCostsByParameters(ctx).
		Model(model).Device("h100-sxm-80gb").DeviceCount(64).Tokens(1e9).Execute()
	check(err)
	fmt.Println("a run", run.Options[0].Option, run.Options[0].Usd.Mean)

	service, _, err := client.InferenceAPI.QuoteTcoByParameters(ctx).
		Model(model).Device("h100-sxm-80gb").DeviceCount(8).RequestsPerDay(1e5).HorizonMonths(3).Execute()
	check(err)
	fmt.Println("three months", service.Totals.UsdTotal)

	base := unitcost.NewUnitCostBase()
	base.SetModel(named)
	base.SetDeployment(*deployment)
	sweep := unitcost.NewUnitCostSweepQuery("unit_costs")
	sweep.SetBase(*base)
	loads := []unitcost.Scalar{{Float64: unitcost.PtrFloat64(1)}, {Float64: unitcost.PtrFloat64(64)}}
	sweep.SetAxes(map[string]unitcost.Axis{"load.concurrency": {ArrayOfScalar: &loads}})
	rows, _, err := client.SweepsAPI.Sweep(ctx).SweepQuery(unitcost.SweepQuery{UnitCostSweepQuery: sweep}).Execute()
	check(err)
	fmt.Println("a sweep", len(rows.Rows))

	words, _, err := client.WordsAPI.Ask(ctx).Q("llama 70b on 8x h100, spot").Execute()
	check(err)
	fmt.Println("in words", words.Sentence)

	deployment.SetDevice("h100-smx")
	_, _, err = client.InferenceAPI.QuoteUnitCosts(ctx).UnitCostQuery(*unitcost.NewUnitCostQuery(*deployment)).Execute()
	var refused *unitcost.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatalf("no problem: %v", err)
	}
	problem := refused.Model().(unitcost.Problem)
	fmt.Println(problem.Type, problem.GetField(), problem.Nearest)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
