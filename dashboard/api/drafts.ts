import { useRef, useState } from 'preact/hooks'
import type { LastSend } from './send-once.ts'
import { session } from './session.ts'

/** What is being written, and the last try to send it. */
type Draft = { text: string; readonly last: LastSend }

/** By person and conversation: neither another page nor a session that ends in the midst takes them away. */
const drafts = new Map<string, Draft>()

/** What the person is writing in a conversation, as it was left. */
export function useDraft(conversationId: string) {
  const state = session.value
  const key = `${state.kind === 'in' ? state.user.id : ''} ${conversationId}`
  const draft = useRef(drafts.get(key) ?? { text: '', last: { current: null } }).current
  const [text, setText] = useState(draft.text)
  const write = (words: string) => {
    draft.text = words
    setText(words)
    // What is begun anew is another message, be it the same words.
    if (words === '') draft.last.current = null
    if (words === '') drafts.delete(key)
    else drafts.set(key, draft)
  }
  /** Takes away what was sent; what was written meanwhile stays. */
  const sent = (words: string) => {
    if (draft.text.startsWith(words)) write(draft.text.slice(words.length).trimStart())
  }
  return { text, write, sent, last: draft.last }
}

/** Forgets what everybody was writing. */
export function forgetDrafts(): void {
  drafts.clear()
}
