import type { PartSeen } from './parts.ts'

export function whyStuck(parts: readonly PartSeen[], part: string): string {
  const seen = parts.find((one) => one.part === part)
  if (seen === undefined || !seen.is_alive) return 'no process that runs this part reports'
  return seen.why ?? 'its process reports no failure, but makes no progress'
}
