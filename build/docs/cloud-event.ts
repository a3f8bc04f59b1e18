import type { Schema } from './schema.ts'

const text = (description: string): Schema => ({ type: 'string', description })

/** A fact in the stream EVENTS. Written by hand; tests of the product check that it agrees with the relay. */
export const cloudEvent: Schema = {
  title: 'CloudEvent',
  description: 'A fact as a CloudEvent 1.0 in structured JSON.',
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: text(
      'The id of the fact. It is the same when the fact is published again, for de-duplication.',
    ),
    source: text(
      '`urn:recado:account:<account>`, or `urn:recado:system` for a fact of no account.',
    ),
    type: text('The type of the fact.'),
    subject: text('The stream of the log, such as `message-<id>`.'),
    time: { type: 'string', format: 'date-time', description: 'When it was recorded.' },
    datacontenttype: { const: 'application/json' },
    dataschema: text('`urn:recado:fact:<type>:<version>`.'),
    position: text(
      'The position in the log, as digits. It grows along the log; only its order has a meaning.',
    ),
    revision: { type: 'integer', description: 'The number of the fact within its stream, from 0.' },
    correlation: text('The request or raw event that began the chain of facts.'),
    causation: text('The fact or request that caused this one directly.'),
    actor: text(
      'Who caused it, such as `api_key:<id>`, `user:<id>`, `provider:<connection>` or `system:<part>`.',
    ),
    templatename: text('For a send of a template: the name of the template.'),
    templatelanguage: text('For a send of a template: the language of the template.'),
    statusstream: text('For a send that was accepted: the stream of its statuses.'),
    data: { description: 'The data of the fact, in the schema of its type.' },
    dataref: text(
      'Replaces `data` that is too large for a message: the place of the fact in the log.',
    ),
  },
  required: [
    ...['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'dataschema'],
    ...['position', 'revision'],
  ],
}
