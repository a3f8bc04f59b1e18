import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { text } from '../text/choose.ts'
import { rateLimitText } from './rate-limit-text.ts'

type FormProps = {
  readonly submit: string
  /** An ApiError that it throws is shown below the fields. */
  readonly onSubmit: () => Promise<void>
  /** The words for an error; null for the default ones. */
  readonly errorText?: (error: ApiError) => string | null
  readonly onCancel?: () => void
  readonly isDanger?: boolean
  readonly isReady?: boolean
  readonly children: ComponentChildren
}

/** A form that runs one submit at a time. */
export function Form(props: FormProps) {
  const {
    submit,
    onSubmit,
    errorText,
    onCancel,
    isDanger = false,
    isReady = true,
    children,
  } = props
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onSubmit()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(errorText?.(error) ?? defaultErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void send()
      }}
    >
      {children}
      {problem === null ? null : (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        {onCancel === undefined ? null : (
          <button type="button" onClick={onCancel}>
            {text().act.cancel}
          </button>
        )}
        {/* Not disabled while it works, which would lose the focus. */}
        <button
          type="submit"
          class={isDanger ? 'danger' : 'primary'}
          disabled={!isReady}
          aria-disabled={isBusy}
        >
          {submit}
        </button>
      </div>
    </form>
  )
}

function defaultErrorText(error: ApiError): string {
  const { status, message } = error
  if (status === 0) return text().state.offlineShort
  if (status === 429) return rateLimitText(error)
  return message === '' ? text().state.failed : message
}
