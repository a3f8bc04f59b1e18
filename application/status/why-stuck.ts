import type { PartSeen } from './parts.ts'

/** Why a part does not go on, as far as its processes tell. */
export function whyStuck(parts: readonly PartSeen[], part: string): string {
  const seen = parts.find((one) => one.part === part)
  if (seen === undefined || !seen.is_alive) return 'no process that does this tells of itself'
  return seen.why ?? 'its process tells of no failure; something holds it up'
}
