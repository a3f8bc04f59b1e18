import type { SendContent } from '@recado/application/sending/send-request'
import { ExactNumber, fieldsOf, orderedObject } from '@recado/domain/exact-json'
import { asRecord, isRecord } from '@recado/domain/provider-event/loose-json'
import type { FastifyRequest } from 'fastify'

/**
 * The content of a send with the numbers and the order of its body: schemas read rounded numbers, and put the fields that
 * they know first. What a schema has changed or left out stays so.
 */
export function exactContent(
  { content, ...shown }: SendContent,
  { exactBody, body }: Pick<FastifyRequest, 'exactBody' | 'body'>,
): SendContent {
  const asSent = asRecord(exactBody ?? body)[shown.message_type]
  return { ...shown, content: content && (restoreExact(content, asSent) as object) }
}

function restoreExact(read: unknown, sent: unknown): unknown {
  if (sent instanceof ExactNumber) return read === sent.valueOf() ? sent : read
  if (Array.isArray(read))
    return Array.isArray(sent) ? read.map((item, at) => restoreExact(item, sent[at])) : read
  if (!isRecord(read) || !isRecord(sent)) return read
  const names = fieldsOf(sent).flatMap(([name]) => (Object.hasOwn(read, name) ? [name] : []))
  const all = new Set([...names, ...Object.keys(read)])
  return orderedObject([...all].map((name) => [name, restoreExact(read[name], sent[name])]))
}
