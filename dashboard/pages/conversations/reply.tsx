import type { ConversationDetail } from '@recado/contract/conversation'
import { MAX_TEXT_CHARACTERS } from '@recado/contract/limits'
import { useId, useRef } from 'preact/hooks'
import { useDraft } from '../../api/drafts.ts'
import { useSendOnce } from '../../api/send-once.ts'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'
import { TemplateReply } from './template-reply.tsx'
import { isUnopened, useIsClosed } from './window.tsx'

type ReplyProps = {
  readonly conversation: ConversationDetail
  /** Whether any text may be sent only while the window is open. */
  readonly hasWindow: boolean
  readonly onSent: () => void
}

/** A reply: any text while the window is open, else an approved template. */
export function Reply({ conversation, hasWindow, onSent }: ReplyProps) {
  const isClosed = useIsClosed(conversation)
  const { id } = conversation
  return hasWindow && isClosed ? (
    <TemplateReply conversationId={id} isUnopened={isUnopened(conversation)} onSent={onSent} />
  ) : (
    <TextReply conversationId={id} onSent={onSent} />
  )
}

function TextReply({ conversationId, onSent }: { conversationId: string; onSent: () => void }) {
  const { text: words, write, removeSent, last } = useDraft(conversationId)
  const send = useSendOnce(last)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { conversations } = text()
  const over = [...words].length - MAX_TEXT_CHARACTERS
  const reply = async () => {
    await send('/messages', { conversation_id: conversationId, text: words })
    // The button is disabled once the field is empty, so the focus goes back to the field.
    if (document.activeElement?.closest('form') === field.current?.form) field.current?.focus()
    removeSent(words)
    onSent()
  }
  return (
    <Form submit={conversations.send} onSubmit={reply} isReady={words.trim() !== '' && over <= 0}>
      <div class="field">
        <label for={id}>{conversations.reply}</label>
        <textarea
          id={id}
          ref={field}
          rows={3}
          dir="auto"
          aria-invalid={over > 0 ? true : undefined}
          value={words}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <p class="error" role="status">
          {over > 0 ? conversations.tooLong(over) : ''}
        </p>
      </div>
    </Form>
  )
}
