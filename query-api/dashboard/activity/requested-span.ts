import { textOfKind } from '@recado/contract/bounds'
import { dayAfter, daysBetween, MAX_DAYS } from '@recado/contract/days'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { ConnectionFilter } from '../../filters/connection-filter.ts'
import { boundsOf, daysOf } from './local-time.ts'

export const ActivityQuery = z.object({
  per: z.enum(['hour', 'day']).default('day').describe('What each bucket is.'),
  from: z.iso
    .date()
    .optional()
    .describe('The first day; by default the last thirty days, or two when `per` is hour.'),
  to: z.iso.date().optional().describe('The last day, inclusive; today by default.'),
  zone: textOfKind('name').default('UTC').describe('A time zone by its IANA name.'),
  connection_id: ConnectionFilter,
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/** A span of whole hours or days in a time zone. `bounds` are the start of each one and the end of the last one. */
export type RequestedSpan = {
  readonly per: 'hour' | 'day'
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly bounds: readonly string[]
}

const DEFAULT_DAYS = { hour: 2, day: 30 } as const
/** Other years lack four digits in some zone, or have no activity. */
const YEARS = /^2\d{3}-/

export function requestedSpan(query: ActivityQuery, now: Date): RequestedSpan | HttpProblem {
  const { per, zone } = query
  const dayOf = daysOf(zone)
  if (dayOf === null)
    return invalidInput('zone must be an IANA time zone, such as America/Sao_Paulo')
  const to = query.to ?? dayOf(now.getTime())
  const from = query.from ?? dayAfter(to, 1 - DEFAULT_DAYS[per])
  const broken = brokenRule(per, from, to)
  if (broken !== null) return invalidInput(broken)
  return { per, from, to, zone, bounds: boundsOf(per, { from, to }, dayOf) }
}

function brokenRule(per: 'hour' | 'day', from: string, to: string): string | null {
  if (!YEARS.test(from)) return 'from must be of the years 2000 to 2999'
  if (!YEARS.test(to)) return 'to must be of the years 2000 to 2999'
  if (to < from) return 'to must not be before from'
  const most = MAX_DAYS[per]
  if (daysBetween(from, to) <= most) return null
  return `from must be at most ${most} days before the end of to when per is ${per}`
}
