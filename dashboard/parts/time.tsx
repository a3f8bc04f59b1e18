import { preciseTimeOf, timeOf, zone } from '../text/time.ts'

/** A moment in the zone of the person; in UTC when pointed at. */
export function Time({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dateTime={at} title={`${at} · ${zone()}`}>
      {precise ? preciseTimeOf(at) : timeOf(at)}
    </time>
  )
}
