import type { MergeChanges, MovedIdentity, UnmergeChanges } from '@recado/contract/contact-merge'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, call } from '../../api/client.ts'
import { Loading } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { phoneText } from '../../text/phone.ts'

type Changes = MergeChanges | UnmergeChanges

/** What a call will change: undefined until it is known, null for nothing. */
type Plan<Planned extends Changes> = {
  readonly changes: Planned | null | undefined
  readonly problem: string | null
}

/** Asks a route once what it would change. */
export function usePlan<Planned extends Changes>(path: string, body: object): Plan<Planned> {
  const [plan, setPlan] = useState<Plan<Planned>>({ changes: undefined, problem: null })
  useEffect(() => {
    const ask = async () => {
      try {
        type Answer = { readonly changes: Planned | null }
        const { changes } = await call<Answer>('POST', path, { ...body, dry_run: true })
        setPlan({ changes, problem: null })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { state } = text()
        const words = error.status === 0 ? state.offlineShort : error.message || state.failed
        setPlan({ changes: undefined, problem: words })
      }
    }
    void ask()
  }, [path])
  return plan
}

/** A contact and how it is called. */
export type Named = { readonly id: string; readonly called: string }

type PlannedProps<Planned extends Changes> = {
  readonly plan: Plan<Planned>
  readonly pair: readonly Named[]
  /** The words for a call that would change nothing. */
  readonly nothing: string
  /** What else the reader should know. */
  readonly more: string
  readonly children: (changes: Planned) => ComponentChildren
}

/** The two contacts of a merge, and what will change. */
export function PlannedChanges<Planned extends Changes>(props: PlannedProps<Planned>) {
  const { plan, pair, nothing, more, children } = props
  const { changes, problem } = plan
  const { contacts } = text()
  if (problem !== null)
    return (
      <p class="error" role="alert">
        {problem}
      </p>
    )
  if (changes === undefined) return <Loading rows={3} />
  if (changes === null) return <p>{nothing}</p>
  const { survivor_id, merged_id, conversations, sales } = changes
  return (
    <>
      <dl class="facts">
        <dt>{contacts.survivor}</dt>
        <dd class="break">{nameIn(pair, survivor_id)}</dd>
        <dt>{contacts.mergedOne}</dt>
        <dd class="break">{nameIn(pair, merged_id)}</dd>
        {children(changes)}
        <dt>{contacts.moves}</dt>
        <dd>
          {contacts.talksMoved(conversations)}, {contacts.salesMoved(sales)}
        </dd>
      </dl>
      <p class="muted small">{more}</p>
    </>
  )
}

/** The contact that continues may be one into which the named one was merged. */
function nameIn(pair: readonly Named[], id: string): string {
  return pair.find((one) => one.id === id)?.called ?? id
}

type MovedProps = { readonly label: string; readonly identities: readonly MovedIdentity[] }

/** The identities that move; nothing when none does. */
export function MovedRows({ label, identities }: MovedProps) {
  if (identities.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd class="break">
        {identities
          .map(({ kind, value }) => (kind === 'phone' ? phoneText(value) : value))
          .join(', ')}
      </dd>
    </>
  )
}
