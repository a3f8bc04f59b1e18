import { preciseTimeOf, timeOf } from '../text/time.ts'

/** A moment in the user's time zone; in UTC on hover. */
export function Time({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dateTime={at} title={`${new Date(at).toISOString()} (UTC)`}>
      {precise ? preciseTimeOf(at) : timeOf(at)}
    </time>
  )
}
