import type { Schema } from './schema.ts'

const text = (description: string): Schema => ({ type: 'string', description })

/** A fact in the stream EVENTS. By hand: it agrees with what the relay writes; tests of the product hold it to that. */
export const cloudEvent: Schema = {
  title: 'CloudEvent',
  description: 'A fact as a CloudEvent 1.0 in structured JSON.',
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: text('The fact’s own id: the same when it is published again, for de-duplication.'),
    source: text(
      '`urn:recado:account:<account>`, or `urn:recado:system` where it is of no account.',
    ),
    type: text('The type of the fact.'),
    subject: text('The stream of the log, such as `message-<id>`.'),
    time: { type: 'string', format: 'date-time', description: 'When it was recorded.' },
    datacontenttype: { const: 'application/json' },
    dataschema: text('`urn:recado:fact:<type>:<version>`.'),
    position: text(
      'The place in the log, in digits: grows along it, and is opaque but for its order.',
    ),
    revision: { type: 'integer', description: 'The number of the fact within its stream, from 0.' },
    correlation: text('The request or raw event that began the chain of facts.'),
    causation: text('The fact or request that caused this one directly.'),
    actor: text(
      'Who caused it, such as `api_key:<id>`, `user:<id>`, `provider:<connection>` or `system:<part>`.',
    ),
    templatename: text('Of a send of a template: its name.'),
    templatelanguage: text('Of a send of a template: its language.'),
    statusstream: text('Of a send that was accepted: the stream of its statuses.'),
    data: { description: 'The fact; its schema is that of its type.' },
    dataref: text('In place of `data` that no message can hold: where in the log it stands.'),
  },
  required: [
    ...['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'dataschema'],
    ...['position', 'revision'],
  ],
}
