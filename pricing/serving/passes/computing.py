"""Computing: what the arithmetic of a model takes a device, by the token.

Numbers are floats or arrays.
"""

from math import inf

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.formulas import compute, roofline
from pricing.numerics.number import Number, any_of, least, where
from pricing.serving.checkpoints.arithmetic import Arithmetic
from pricing.serving.constants import Constants
from pricing.serving.passes.reading import reads_ahead
from pricing.serving.passes.sparse_attention import NO_SPARSE, Sparse


class Computing(Struct, frozen=True):
    """A model on a device, computed in an arithmetic."""

    model: Model
    device: Device
    constants: Constants
    arithmetic: Arithmetic

    def of_wide(self, mfu_fraction: Number) -> Number:
        """What is wider than the format fills its peak as 16 bits do."""
        return least(1.0, mfu_fraction / self.constants.arithmetic_ratio)

    def parameters(self) -> tuple[Number, Number, Number]:
        """What a token passes in the format, what is wider, and what it takes the time of besides.

        Experts that do not fill their matrices take the time of so many parameters more.
        """
        model = self.model
        active, of_experts = model.active_parameters, model.active_expert_parameters
        wide = self.arithmetic.wide_fraction * (active - of_experts)
        mixture_ratio = roofline.mixture_mfu_ratio(
            active_parameters=active,
            expert_parameters=of_experts,
            expert_intermediate_size=model.expert_intermediate_size,
            half_mfu_intermediate_size=roofline.half_mfu_intermediate_size(
                reference_size=self.constants.half_mfu_intermediate_size,
                flops_per_second=self.arithmetic.half_flops_per_second,
                bytes_per_second=self.device.bytes_per_second,
            ),
        )
        return active - wide, wide, active * (1.0 / mixture_ratio - 1.0)

    def weighing(
        self, parameters: tuple[Number, Number, Number], mfu_fraction: Number
    ) -> tuple[Number, Number]:
        """What a token takes to pass its weights [seconds], and the MFU that this comes to."""
        narrow, wide, unfilled = parameters
        peak, wide_peak = self.arithmetic.flops_per_second, self.arithmetic.wide_flops_per_second

        def computing(parameters: Number, peak: Number, filled_fraction: Number) -> Number:
            return roofline.compute_seconds(
                flops=2.0 * parameters, flops_per_second=peak, mfu_fraction=filled_fraction
            )

        seconds = computing(narrow + unfilled, peak, mfu_fraction) + computing(
            wide, wide_peak, self.of_wide(mfu_fraction)
        )
        at_peak = computing(narrow, peak, 1.0) + computing(wide, wide_peak, 1.0)
        return seconds, at_peak / seconds

    def attending(self, width: Number, mfu_fraction: Number) -> Number:
        """What a token takes to attend to another one in a layer [seconds]."""
        return roofline.compute_seconds(
            flops=compute.attention_flops_per_token(attention_width=width, attended_tokens=1.0),
            flops_per_second=self.arithmetic.attention_flops_per_second,
            mfu_fraction=self.of_wide(mfu_fraction),
        )

    def overhead_seconds(self) -> Number:
        """Of a pass."""
        model, constants = self.model, self.constants
        return (
            roofline.layers_overhead_seconds(
                layers=model.layers,
                compressed_layers=model.compressed_layers,
                seconds_per_layer=constants.overhead_seconds_per_layer,
                compressed_ratio=constants.compressed_overhead_ratio,
            )
            * where(model.routed_expert_parameters > 0.0, constants.mixture_overhead_ratio, 1.0)
            * (constants.read_overhead_ratio if reads_ahead(model) else 1.0)
        )

    def sparse(self, value_bytes: Number, sharing_fraction: Number) -> Sparse:
        """The layers whose tokens attend to chosen ones. The arguments are of Sparse and of Rates.

        Engines whose devices take turns mask what is not chosen, and attend to all.
        """
        model, constants = self.model, self.constants
        if not any_of(model.sparse_layers > 0.0):
            return NO_SPARSE
        prefill, decode = constants.prefill_mfu_fraction, constants.decode_mfu_fraction
        index_seconds = roofline.compute_seconds(
            flops=compute.index_flops(
                index_width=model.index_width, index_layers=model.index_layers
            ),
            flops_per_second=where(
                sharing_fraction > 0.0,
                self.device.index_flops_per_second,
                self.arithmetic.half_flops_per_second,
            ),
            mfu_fraction=constants.index_mfu_ratio,
        )
        return Sparse(
            layers=model.sparse_layers * sharing_fraction,
            chosen_tokens=model.chosen_tokens,
            value_bytes=value_bytes,
            least_share=where(model.kv_heads == inf, constants.least_heads / model.heads, 0.0),
            index_seconds=index_seconds / self.of_wide(prefill),
            decode_index_seconds=index_seconds / self.of_wide(decode),
            dense_seconds=self.attending(model.attention_width, prefill),
            chosen_seconds=self.attending(model.decode_attention_width, prefill),
            decode_seconds=self.attending(model.decode_attention_width, decode),
        )
