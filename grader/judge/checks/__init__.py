"""One module per family of checks. Each check judges one case: `(spec, CaseView) -> CheckResult`."""
