import type { SendError } from '@recado/domain/message/events'
import { errorRule } from '@recado/infra/providers/graph-api/error-classes'

type ProviderError = {
  code?: number
  title?: string
  message?: string
  error_data?: { details?: string }
}

/** Why the provider says a message failed: the first error of a failed status; null when it gave none. */
export function statusError(errors: readonly object[]): SendError | null {
  const error = errors[0] as ProviderError | undefined
  if (error === undefined) return null
  return {
    code: error.code ?? 'unknown',
    class: (error.code === undefined ? undefined : errorRule(error.code)?.class) ?? 'unknown',
    title: error.title ?? error.message ?? 'failed',
    details: error.error_data?.details ?? null,
  }
}
