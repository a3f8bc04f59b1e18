import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'
import type { MessageContent } from '../message-content.ts'
import { nativeMessage } from './native.ts'

/** Reads a choice from a list, a button or a flow, in Meta's shape; null when the message is no such answer. */
export function wahaAnswer(payload: Json): MessageContent | null {
  const native = nativeMessage(payload)
  const list = native.listResponseMessage ?? asRecord(payload._data).listResponse
  if (isRecord(list)) return listReply(list, payload)
  const { buttonsResponseMessage: button, templateButtonReplyMessage: quickReply } = native
  if (isRecord(button)) {
    const [id, title] = [choiceId(button, 'selectedButton'), titleIn(button, payload)]
    const content = { type: 'button_reply', button_reply: { id, title } }
    return { message_type: 'interactive', text: title ?? '[interactive]', content }
  }
  if (!isRecord(quickReply)) return flowReply(native.interactiveResponseMessage)
  const [id, title] = [choiceId(quickReply, 'selected'), titleIn(quickReply, payload)]
  const content = { payload: id, text: title }
  return { message_type: 'button', text: title ?? '[button]', content }
}

function listReply(list: Json, payload: Json): MessageContent {
  const id = choiceId(asRecord(list.singleSelectReply), 'selectedRow')
  const title = asText(list.title) ?? asText(payload.body)
  const list_reply = { id, title, description: asText(list.description) }
  const content = { type: 'list_reply', list_reply }
  return { message_type: 'interactive', text: title ?? '[interactive]', content }
}

function flowReply(reply: unknown): MessageContent | null {
  if (!isRecord(reply)) return null
  const flow = asRecord(reply.nativeFlowResponseMessage)
  const response_json = asText(flow.paramsJson) ?? asText(flow.paramsJSON)
  const nfm_reply = {
    name: asText(flow.name),
    body: asText(asRecord(reply.body).text),
    response_json,
  }
  const text = nfm_reply.body ?? nfm_reply.name ?? '[interactive]'
  return { message_type: 'interactive', text, content: { type: 'nfm_reply', nfm_reply } }
}

/** NOWEB writes `selectedRowId`, GOWS `selectedRowID`. */
function choiceId(answer: Json, name: string): string | null {
  return asText(answer[`${name}Id`]) ?? asText(answer[`${name}ID`])
}

function titleIn(answer: Json, payload: Json): string | null {
  return asText(answer.selectedDisplayText) ?? asText(payload.body)
}
