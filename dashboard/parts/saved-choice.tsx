import { useState } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { text } from '../text/choose.ts'
import { Choice } from './field.tsx'

type Props<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  readonly isNamed?: boolean
  /** An ApiError that it throws is shown below the field. */
  readonly onSave: (value: Value) => Promise<unknown>
}

/** A select that saves what is chosen. */
export function SavedChoice<Value extends string>({ onSave, ...choice }: Props<Value>) {
  const [problem, setProblem] = useState<string | null>(null)
  const { state } = text()
  const save = async (value: Value) => {
    setProblem(null)
    try {
      await onSave(value)
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || state.offlineShort)
    }
  }
  return (
    <>
      <Choice {...choice} onChange={(value) => void save(value)} />
      {problem === null ? null : (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
