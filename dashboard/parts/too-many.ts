import type { ApiError } from '../api/client.ts'
import { text } from '../text/choose.ts'
import { waitOf } from '../text/time.ts'

/** A limit in the user's words, with the time that the server wants to be left alone. */
export function tooManyOf({ waitSeconds }: Pick<ApiError, 'waitSeconds'>): string {
  return text().state.tooMany(waitOf(waitSeconds ?? 60))
}
