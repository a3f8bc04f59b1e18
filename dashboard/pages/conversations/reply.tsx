import type { ConversationDetail } from '@recado/contract/conversation'
import { useId, useState } from 'preact/hooks'
import { useSendOnce } from '../../api/send-once.ts'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'
import { TemplateReply } from './template-reply.tsx'
import { useIsClosed } from './window.tsx'

type ReplyProps = {
  readonly conversation: ConversationDetail
  readonly isOfficial: boolean
  readonly onSent: () => void
}

/** An answer: any text while the window is open, else one of the approved templates. */
export function Reply({ conversation, isOfficial, onSent }: ReplyProps) {
  const isClosed = useIsClosed(conversation)
  const { id } = conversation
  return isOfficial && isClosed ? (
    <TemplateReply conversationId={id} onSent={onSent} />
  ) : (
    <TextReply conversationId={id} onSent={onSent} />
  )
}

function TextReply({ conversationId, onSent }: { conversationId: string; onSent: () => void }) {
  const [said, setSaid] = useState('')
  const send = useSendOnce()
  const id = useId()
  const { conversations } = text()
  const reply = async () => {
    await send('/messages', { conversation_id: conversationId, text: said })
    setSaid('')
    onSent()
  }
  return (
    <Form submit={conversations.send} onSubmit={reply} isReady={said.trim() !== ''}>
      <div class="field">
        <label for={id}>{conversations.reply}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={4096}
          value={said}
          onInput={(event) => setSaid(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </div>
    </Form>
  )
}
