import type { FigureName, MeasuredRow, WarmUp } from '../report/run-file.ts'
import type { Clock } from './clock.ts'
import type { OpenRow, Sides } from './group.ts'
import { percentile } from './loops.ts'
import type { Cost, Meter } from './meter.ts'
import { warmUp } from './warm-up.ts'

export type Measuring = {
  readonly clock: Clock
  /** Counted rounds of each side. */
  readonly rounds: number
  /** The longest warm-up of a row, ms. */
  readonly warmUpMs: number
}

/** Warms a row up, then measures both of its sides once per round, so that what disturbs the machine disturbs both. */
export async function measureRow(
  row: OpenRow,
  meter: Meter,
  { clock, rounds, warmUpMs }: Measuring,
  signal: AbortSignal,
): Promise<Omit<MeasuredRow, 'group' | 'list_rows'>> {
  const sides = await row.sides()
  const cost = (which: keyof Sides) => meter.cost(row.about, which, sides[which], signal)
  const round = async () => {
    await cost('raw')
    return (await cost('ours')).usPerOp
  }
  const maxRounds = row.about.rounds?.warmUp ?? Number.POSITIVE_INFINITY
  const counted = Math.min(rounds, row.about.rounds?.counted ?? rounds)
  const warm = await warmUp(round, { capMs: warmUpMs, maxRounds }, clock)
  const rest = await meter.rest(signal)
  const seen: Record<keyof Sides, Cost[]> = { ours: [], raw: [] }
  for (let n = 0; n < counted; n += 1)
    for (const which of n % 2 === 0 ? BOTH : BOTH.toReversed()) seen[which].push(await cost(which))
  return resultOf(row, seen, warm, rest)
}

const BOTH = ['ours', 'raw'] as const

function resultOf(
  { about }: OpenRow,
  { ours, raw }: Record<keyof Sides, readonly Cost[]>,
  warm_up: WarmUp,
  rest_cpu_ms_per_s: number,
): Omit<MeasuredRow, 'group' | 'list_rows'> {
  const { name, against, figures } = about
  const [cheapest, cheapestRaw] = [cheapestOf(ours), cheapestOf(raw)]
  return {
    ...{ outcome: 'measured', name, against },
    cpu_us_per_op: cheapest.usPerOp,
    raw_cpu_us_per_op: cheapestRaw.usPerOp,
    cpu_us_per_op_by_process: cheapest.usPerOpByProcess,
    cpu_us_per_op_by_round: ours.map(({ usPerOp }) => usPerOp),
    raw_cpu_us_per_op_by_round: raw.map(({ usPerOp }) => usPerOp),
    operations: ours.reduce((sum, { operations }) => sum + operations, 0),
    ...{ rest_cpu_ms_per_s, warm_up },
    figures: figures.map((figure) => ({
      name: figure,
      ours: figureOf(ours, figure),
      raw: figureOf(raw, figure),
    })),
  }
}

/** Others who use the machine only make a round dearer: they take its caches, never its work. */
function cheapestOf(costs: readonly Cost[]): Cost {
  return costs.reduce((least, cost) => (cost.usPerOp < least.usPerOp ? cost : least))
}

function figureOf(costs: readonly Cost[], name: FigureName): number | null {
  const values = costs.flatMap(({ figures }) => figures?.[name] ?? [])
  return values.length === 0 ? null : percentile(values, 0.5)
}
