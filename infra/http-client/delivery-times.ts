/** How long an attempt to deliver a webhook may take after its request is written, seconds. */
export const ATTEMPT_SECONDS = 15

/** The default of `WEBHOOK_RETRY_SCHEDULE`: the waits before the retries of a delivery. */
export const RETRY_SCHEDULE = '5s,1m,5m,30m,2h,5h,10h,14h,20h,24h'

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 }

/** The form of a schedule: up to 30 waits in seconds, minutes or hours. */
export const SCHEDULE_FORM = /^[1-9]\d{0,4}[smh](,[1-9]\d{0,4}[smh]){0,29}$/

/** The waits of a valid schedule, ms. */
export function waitsOf(schedule: string): readonly number[] {
  return schedule
    .split(',')
    .map((wait) => Number.parseInt(wait, 10) * UNIT_MS[wait.slice(-1) as keyof typeof UNIT_MS])
}
