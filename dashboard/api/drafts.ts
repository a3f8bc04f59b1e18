import { useRef, useState } from 'preact/hooks'
import type { LastSend } from './send-once.ts'
import { session } from './session.ts'

/** An unsent text, and the last attempt to send it. */
type Draft = { text: string; readonly last: LastSend }

/** By user and conversation. Drafts survive a change of page and the end of a session. */
const drafts = new Map<string, Draft>()

/** The user's draft in a conversation. */
export function useDraft(conversationId: string) {
  const state = session.value
  const key = `${state.kind === 'in' ? state.user.id : ''} ${conversationId}`
  const draft = useRef(drafts.get(key) ?? { text: '', last: { current: null } }).current
  const [text, setText] = useState(draft.text)
  const write = (words: string) => {
    draft.text = words
    setText(words)
    // A text begun anew is another message, even with the same words.
    if (words === '') draft.last.current = null
    if (words === '') drafts.delete(key)
    else drafts.set(key, draft)
  }
  /** Removes the words that were sent; text written meanwhile stays. */
  const removeSent = (words: string) => {
    if (draft.text.startsWith(words)) write(draft.text.slice(words.length).trimStart())
  }
  return { text, write, removeSent, last: draft.last }
}

/** Forgets the drafts of all users. */
export function forgetDrafts(): void {
  drafts.clear()
}
