import type { Conversation, ConversationDetail } from '@recado/contract/conversation'
import { useQuery } from '../api/query.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { text } from '../text/choose.ts'
import { type Called, personText } from '../text/person.ts'
import { phoneText } from '../text/phone.ts'
import { Choice } from './field.tsx'

type ConversationChoiceProps = {
  /** A conversation's id; empty for all. */
  readonly value: string
  readonly onChange: (id: string) => void
}

const OF_LIST = ofCategories('conversation')

/** One of the latest conversations, the one that the address names, or all of them. */
export function ConversationChoice({ value, onChange }: ConversationChoiceProps) {
  type Latest = { readonly data: readonly Conversation[] }
  const latest = useQuery<Latest>('/conversations?limit=100', OF_LIST).body?.data ?? []
  const isLatest = value === '' || latest.some(({ id }) => id === value)
  const other = useQuery<{ data: ConversationDetail }>(isLatest ? null : `/conversations/${value}`)
  const { conversations, messages } = text()
  const { contacts = NOBODY, erased } = other.body?.data ?? {}
  const own = isLatest ? [] : [{ id: value, contacts, erased }]
  return (
    <Choice
      label={conversations.one}
      value={value}
      choices={[
        ['', messages.all] as const,
        ...[...own, ...latest].map(
          ({ id, contacts, erased }) => [id, nameOf(id, { ...contacts, erased })] as const,
        ),
      ]}
      onChange={onChange}
    />
  )
}

const NOBODY = { name: null, phone: null }

/** Name and phone, because several people may have the same name. */
function nameOf(id: string, person: Called): string {
  const { name, phone } = person
  const called = personText(person, id.slice(0, 8))
  // Isolates the name: otherwise an Arabic name would reverse the order of the phone.
  return name === null || phone === null ? called : `\u2068${called}\u2069 · ${phoneText(phone)}`
}
