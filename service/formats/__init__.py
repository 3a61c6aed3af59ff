"""Answers and scenarios as JSON, CSV, NDJSON, Parquet, Arrow, XLSX, Markdown and pictures."""
