import type { PartSeen } from './parts.ts'
import type { ReportOutage } from './troubles.ts'

/** Why a part makes no progress, as far as its processes report. @param unreported since when and why they cannot */
export function whyStuck(
  parts: readonly PartSeen[],
  part: string,
  unreported: ReportOutage | null = null,
): string {
  if (unreported !== null)
    return `no part has been able to report since ${unreported.since}: ${unreported.why}`
  const seen = parts.find((one) => one.part === part)
  if (seen === undefined) return 'no process has ever reported this part'
  if (!seen.is_alive) return `no process has reported this part since ${seen.seen_at}`
  return seen.why ?? 'it reports no error; it is still catching up, or blocked'
}
