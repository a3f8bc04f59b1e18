import type { FailedRow, MeasuredRow, RowResult, RunFile } from '@recado/bench/report/run-file'

/** A measured row with default figures. */
export function measuredRow(row: Partial<MeasuredRow> = {}): MeasuredRow {
  return {
    ...{ outcome: 'measured', group: 'pages', name: 'contacts', list_rows: null },
    ...{ cpu_us_per_op: 1_000, raw_cpu_us_per_op: 500, operations: 3_000 },
    cpu_us_per_op_by_process: { 'query-api': 700, postgres: 300 },
    cpu_us_per_op_by_round: [1_000, 1_005, 1_020],
    raw_cpu_us_per_op_by_round: [510, 500, 502],
    rest_cpu_ms_per_s: 56,
    warm_up: { rounds: 3, took_s: 6, ended_by: 'steady' },
    against: 'bare route',
    figures: [{ name: 'rate_per_s', ours: 1_200, raw: 2_400 }],
    ...row,
  }
}

export function failedRow(row: Partial<FailedRow> = {}): FailedRow {
  const reason = 'message 7 was not delivered within 30 s'
  return { outcome: 'failed', group: 'pages', name: 'contacts', list_rows: null, reason, ...row }
}

/** A run of the groups that its rows are of. */
export function runOf(rows: readonly RowResult[], run: Partial<RunFile> = {}): RunFile {
  return {
    ...{ format: 1, begun_at: '2026-11-27T02:00:00.000Z' },
    is_quick: false,
    machine: { cpu_model: 'Some CPU', cores: 2, node_version: 'v20.20.2' },
    groups: [...new Set(rows.map(({ group }) => group))],
    rows,
    ...run,
  }
}
