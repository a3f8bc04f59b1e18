import { MESSAGE_TYPES, SendMessage } from '@recado/contract/send'
import { SendMedia } from '@recado/contract/send-typed'
import { bodyProblem } from '@recado/infra/http/schema-issues'
import { test } from 'tap'

/** JSON can hold an object that JavaScript cannot convert to text. */
const NO_TEXT = { toString: null, valueOf: null }
const long = (length: number) => 'x'.repeat(length)
const button = (id: string, title = id) => ({ type: 'reply', reply: { id, title } })
const buttons = (list: unknown, more: object = {}) => ({
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'a' }, action: { buttons: list }, ...more },
})
const row = (id: number, more: object = {}) => ({ id: `r${id}`, title: `Row ${id}`, ...more })
const rows = (count: number) => Array.from({ length: count }, (_, id) => row(id))
const list = (sections: unknown, more: object = {}) => ({
  type: 'interactive',
  interactive: {
    type: 'list',
    body: { text: 'a' },
    action: { button: 'Open', sections },
    ...more,
  },
})
const flow = (parameters: object) => ({
  type: 'interactive',
  interactive: {
    type: 'flow',
    body: { text: 'a' },
    action: {
      name: 'flow',
      parameters: { flow_message_version: '3', flow_id: '7', flow_cta: 'Go', ...parameters },
    },
  },
})
const card = (name: object, more: object = {}) => ({
  type: 'contacts',
  contacts: [{ name, ...more }],
})
const template = (components: unknown[]) => ({
  type: 'template',
  template: { name: 'order_ready', language: 'pt_BR', components },
})
const named = { formatted_name: 'Ana', first_name: 'Ana' }

/** Bodies that break one rule each, with the message that names field and rule. */
const broken: readonly (readonly [object, string])[] = [
  [{}, 'text is required'],
  [{ text: long(4097) }, 'text must have at most 4096 characters'],
  [{ type: 'image' }, 'media is required'],
  [{ type: 'image', media: {} }, 'media must have id or link'],
  [{ type: 'image', media: { id: '' } }, 'media must have id or link'],
  [{ type: 'image', media: { link: 'ftp://a' } }, 'media.link must be an http or https address'],
  [
    { type: 'image', media: { id: '1', caption: long(1025) } },
    'media.caption must have at most 1024 characters',
  ],
  [
    { type: 'audio', media: { id: '1', caption: 'a' } },
    'media.caption cannot be sent with type audio',
  ],
  [
    { type: 'sticker', media: { id: '1', caption: 'a' } },
    'media.caption cannot be sent with type sticker',
  ],
  [{ type: 'location', location: { longitude: 1 } }, 'location.latitude is required'],
  [
    { type: 'location', location: { latitude: 91, longitude: 1 } },
    'location.latitude must be from -90 to 90',
  ],
  [
    { type: 'location', location: { latitude: 1, longitude: 'east' } },
    'location.longitude must be a number',
  ],
  [{ type: 'contacts' }, 'contacts is required'],
  [{ type: 'contacts', contacts: [] }, 'contacts must not be empty'],
  [card({ first_name: 'Ana' }), 'contacts.0.name.formatted_name is required'],
  [
    card({ formatted_name: 'Ana' }),
    'contacts.0.name must have one of first_name, last_name, middle_name, suffix, prefix beside formatted_name',
  ],
  [card(named, { birthday: '1/2/90' }), 'contacts.0.birthday must be a date, YYYY-MM-DD'],
  [card(named, { phones: ['1'] }), 'contacts.0.phones.0 must be an object'],
  [{ type: 'interactive', interactive: {} }, 'interactive.type is required'],
  [buttons([]), 'interactive.action.buttons must have 1 to 3 entries'],
  [
    buttons(['a', 'b', 'c', 'd'].map((id) => button(id))),
    'interactive.action.buttons must have 1 to 3 entries',
  ],
  [
    buttons([button(long(257), 'a')]),
    'interactive.action.buttons.0.reply.id must have 1 to 256 characters',
  ],
  [
    buttons([button('a', long(21))]),
    'interactive.action.buttons.0.reply.title must have 1 to 20 characters',
  ],
  [
    buttons([button('a', 'b'), button('a', 'c')]),
    'interactive.action.buttons must have ids that differ',
  ],
  [
    buttons([button('a', 'c'), button('b', 'c')]),
    'interactive.action.buttons must have titles that differ',
  ],
  [
    buttons([button('a')], { body: { text: long(1025) } }),
    'interactive.body.text must have 1 to 1024 characters',
  ],
  [
    buttons([button('a')], { header: { type: 'text', text: long(61) } }),
    'interactive.header.text must have 1 to 60 characters',
  ],
  [
    buttons([button('a')], { header: { type: 'video', video: {} } }),
    'interactive.header.video must have either id or link',
  ],
  [
    buttons([button('a')], { footer: { text: long(61) } }),
    'interactive.footer.text must have 1 to 60 characters',
  ],
  [list([]), 'interactive.action.sections must have 1 to 10 entries'],
  [
    list([{ rows: rows(6) }, { rows: rows(5) }]),
    'interactive.action.sections must have at most 10 rows in total',
  ],
  [
    list([{ rows: [row(1, { title: long(25) })] }]),
    'interactive.action.sections.0.rows.0.title must have 1 to 24 characters',
  ],
  [
    list([{ rows: [row(1, { id: long(201) })] }]),
    'interactive.action.sections.0.rows.0.id must have 1 to 200 characters',
  ],
  [
    list([{ rows: [row(1, { description: long(73) })] }]),
    'interactive.action.sections.0.rows.0.description must have at most 72 characters',
  ],
  [
    list([{ title: long(25), rows: rows(1) }]),
    'interactive.action.sections.0.title must have at most 24 characters',
  ],
  [
    list([{ rows: rows(1) }], { header: { type: 'image', image: { id: '1' } } }),
    'interactive.header.type must be text',
  ],
  [
    list([{ rows: rows(1) }], { body: { text: long(4097) } }),
    'interactive.body.text must have 1 to 4096 characters',
  ],
  [
    flow({ flow_cta: long(31) }),
    'interactive.action.parameters.flow_cta must have 1 to 30 characters',
  ],
  [flow({ flow_cta: 'Go 🚀' }), 'interactive.action.parameters.flow_cta must not have emoji'],
  [flow({ flow_name: 'a' }), 'interactive.action.parameters must have either flow_id or flow_name'],
  [flow({ mode: 'test' }), 'interactive.action.parameters.mode must be one of draft, published'],
  [
    flow({ flow_message_version: '2' }),
    'interactive.action.parameters.flow_message_version must be 3',
  ],
  [{ type: 'reaction', reaction: { emoji: '👍' } }, 'reaction.message_id is required'],
  [{ type: 'reaction', reaction: { message_id: 'a' } }, 'reaction.emoji is required'],
  [
    {
      type: 'reaction',
      reaction: { message_id: 'a', emoji: '👍' },
      reply_to_message_id: 'b',
    },
    'reply_to_message_id cannot be sent with a reaction: reaction.message_id is enough',
  ],
  [{ type: 'template', template: { language: 'pt_BR' } }, 'template.name is required'],
  [{ type: 'template', template: { name: 'a' } }, 'template.language is required'],
  [template([{ type: 'button', index: 0 }]), 'template.components.0.sub_type is required'],
  [
    template([{ type: 'button', sub_type: 'url', index: 'first' }]),
    'template.components.0.index must be a number from 0 to 9',
  ],
  [
    template([{ type: 'button', sub_type: 'url', index: NO_TEXT }]),
    'template.components.0.index must be a number from 0 to 9',
  ],
  [
    template([{ type: 'button', sub_type: 'url', index: [1] }]),
    'template.components.0.index must be a number from 0 to 9',
  ],
  [{ type: NO_TEXT }, `type must be one of ${MESSAGE_TYPES.join(', ')}`],
  [{ type: ['text'], text: 'a' }, `type must be one of ${MESSAGE_TYPES.join(', ')}`],
  [
    template([{ type: 'body', parameters: [{ type: 'currency', currency: { code: 'BRL' } }] }]),
    'template.components.0.parameters.0.currency.fallback_value is required',
  ],
  [
    { text: 'a', biz_opaque_callback_data: long(513) },
    'biz_opaque_callback_data must have at most 512 characters',
  ],
]

for (const [body, message] of broken)
  test(message, async (t) => {
    const read = SendMessage.safeParse(body, { reportInput: true })
    const problem = read.success ? null : bodyProblem(read.error.issues)
    t.match(problem, { status: 422, code: 'validation' })
    t.ok(problem?.message.split('; ').includes(message), String(problem?.message))
  })

test('values at their limits are accepted', async (t) => {
  const bodies = [
    { type: null, text: 'a', media: {} },
    { text: long(4096), biz_opaque_callback_data: long(512) },
    { type: 'image', media: { link: 'https://a.example/1', caption: long(1024) } },
    { type: 'location', location: { latitude: -90, longitude: 180 } },
    buttons(['a', 'b', 'c'].map((id) => button(id, long(19) + id))),
    list(rows(10).map((one) => ({ title: long(24), rows: [one] }))),
    flow({ flow_cta: long(30), flow_action: 'data_exchange' }),
    { type: 'interactive', interactive: { type: 'cta_url', anything: { goes: true } } },
    { type: 'reaction', reaction: { message_id: 'a', emoji: '' } },
    template([{ type: 'button', sub_type: 'url', index: '0' }]),
  ]
  for (const body of bodies) t.equal(SendMessage.safeParse(body).error, undefined)
})

test('limits count an emoji as one character', async (t) => {
  const emoji = (count: number) => '👍'.repeat(count)
  const bodies = (more: number) => [
    { text: emoji(4096 + more) },
    { text: 'a', biz_opaque_callback_data: emoji(512 + more) },
    { type: 'image', media: { id: '1', caption: emoji(1024 + more) } },
    { type: 'document', media: { id: '1', filename: emoji(240 + more) } },
    buttons([button('a', emoji(20 + more))]),
    buttons([button('a')], { body: { text: emoji(1024 + more) } }),
    list([{ title: emoji(24 + more), rows: rows(1) }]),
    list([{ rows: [row(1, { description: emoji(72 + more) })] }]),
    { type: 'location', location: { latitude: 1, longitude: 1, name: emoji(1000 + more) } },
  ]
  for (const body of bodies(0)) t.equal(SendMessage.safeParse(body).error, undefined)
  for (const body of bodies(1)) t.ok(SendMessage.safeParse(body).error, Object.keys(body).join())
})

test('the route for media checks captions too', async (t) => {
  const read = SendMedia.safeParse({ type: 'audio', media: { id: '1', caption: 'a' } })
  t.match(read.error?.issues, [{ path: ['media', 'caption'] }])
})
