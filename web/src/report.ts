// The report as it travels in JSON; the service's grader/report.py is its definition.

export type Mode = "run" | "submit";

export interface CheckResult {
  readonly check: string;
  readonly passed: boolean;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Segment {
  readonly kind: "trace" | "lower" | "compile" | "execute";
  readonly ms: number;
  readonly name: string;
  readonly line: number | null;
}

export interface CallReport {
  readonly label: string;
  readonly seconds: number;
  readonly traces: number;
  readonly segments: readonly Segment[];
}

export interface CaseReport {
  readonly name: string;
  readonly label: string;
  readonly hidden: boolean;
  readonly verdict: string;
  readonly seconds: number;
  readonly checks: readonly CheckResult[];
  readonly calls: readonly CallReport[];
  readonly shown: { readonly inputs: string; readonly expected: string; readonly got: string } | null;
}

export interface CheckSummary {
  readonly check: string;
  readonly passed: boolean;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly cases: number;
  readonly failed: readonly string[];
}

/** A remark on the source, no part of the verdict. */
export interface Hint {
  readonly code: string;
  readonly level: "essential" | "actionable" | "informative" | "celebratory";
  readonly line: number;
  readonly message: string;
}

export interface Report {
  readonly problem: string;
  readonly version: string;
  readonly mode: Mode;
  readonly verdict: string;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly cases: readonly CaseReport[];
  readonly checks: readonly CheckSummary[];
  readonly output: string;
  readonly output_truncated: boolean;
  readonly error: { readonly type: string; readonly message: string; readonly traceback: string } | null;
  /** Missing from reports that were stored before there were any. */
  readonly hints?: readonly Hint[];
  readonly stack: { readonly python: string; readonly jax: string; readonly flax: string } | null;
  readonly tier: string;
  readonly timing: { readonly prepare_ms: number; readonly run_ms: number; readonly judge_ms: number; readonly total_ms: number };
}

/** Write a duration in milliseconds so that the digits shown are digits that mean something. */
export function formatMs(ms: number): string {
  if (ms >= 1000) {
    return `${(ms / 1000).toFixed(ms >= 10_000 ? 0 : 1)} s`;
  }
  return `${ms >= 10 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)} ms`;
}

/** A check's or a segment's name for people: underscores become spaces. */
export function spell(name: string): string {
  return name.replaceAll("_", " ");
}
