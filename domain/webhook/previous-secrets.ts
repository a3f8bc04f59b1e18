import type { WebhookSecretRotated } from './events.ts'

/** A replaced secret, and until when it signs beside the current one, ISO 8601. */
export type PreviousSecret = { readonly secret_ref: string; readonly until: string }

/** The most previous secrets. Each is one more signature in every POST. */
export const MAX_PREVIOUS_SECRETS = 10

/** The secrets that still sign at a time. */
export function stillSigning(
  previous: readonly PreviousSecret[],
  at: string,
): readonly PreviousSecret[] {
  return previous.filter(({ until }) => until > at)
}

/** The previous secrets after a rotation, the newest first. Each keeps its own time. */
export function afterRotation(
  previous: readonly PreviousSecret[],
  { previous_secret_ref, previous_until, rotated_at }: WebhookSecretRotated['data'],
): readonly PreviousSecret[] {
  const replaced = { secret_ref: previous_secret_ref, until: previous_until }
  return [replaced, ...stillSigning(previous, rotated_at)].slice(0, MAX_PREVIOUS_SECRETS)
}
