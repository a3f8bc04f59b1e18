import type { Figures } from '@recado/contract/dashboard/activity'
import type { Panel } from './panels.ts'

const ROUND_FACTORS = [1, 2, 5, 10]
const ROUND_SECONDS = [10, 60, 300, 3_600, 21_600, 86_400, 604_800, 2_592_000]

/** The height of a chart: the next round value above its highest bar. */
export function topOf({ kind, series }: Panel, all: readonly Figures[]): number {
  const heights = all.map((figures) => {
    const values = series.map(({ value }) => value(figures))
    return kind === 'counts' ? values.reduce((sum, n) => sum + n, 0) : Math.max(0, ...values)
  })
  const most = heights.reduce((a, b) => Math.max(a, b), 0)
  if (kind === 'times') return ROUND_SECONDS.find((time) => time >= most) ?? most
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return (ROUND_FACTORS.find((n) => n * power >= most) ?? 10) * power
}
