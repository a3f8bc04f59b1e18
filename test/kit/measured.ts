import type { Product } from './product.ts'
import { readAlerts } from './watched.ts'

/** The text of /metrics now. */
export function toldOf({ deps }: Product): Promise<string> {
  return deps.metrics.registry.metrics()
}

/** The sum of all series that match. @throws when none does: an alert on such a metric could never fire */
export function sumOf(told: string, series: RegExp): number {
  const found = told.split('\n').filter((line) => series.test(line))
  if (found.length === 0) throw new Error(`nothing tells of ${series}`)
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** The sum of all series that match now. */
export async function measured(product: Product, series: RegExp): Promise<number> {
  return sumOf(await toldOf(product), series)
}

/** The threshold of an alert of deploy/prometheus/alerts.yml. @throws when there is no such alert */
export async function thresholdOf(name: string): Promise<number> {
  const expr = (await readAlerts()).find(({ alert }) => alert === name)?.expr
  const [, figure] = /> ([\d.]+)$/.exec(expr?.trim() ?? '') ?? []
  if (figure === undefined) throw new Error(`${name} compares with no figure: ${expr}`)
  return Number(figure)
}
