import { z } from 'zod'
import { listOf, textOf } from '../bounds.ts'
import { bodyOf, Footer, Header } from './interactive-parts.ts'

const Button = z.looseObject({
  type: z.literal('reply'),
  reply: z.looseObject({ id: textOf(1, 256), title: textOf(1, 20) }),
})

type Buttons = readonly z.infer<typeof Button>[]

export const ButtonMessage = z.looseObject({
  type: z.literal('button'),
  header: Header.optional(),
  body: bodyOf(1024),
  footer: Footer.optional(),
  action: z.looseObject({
    buttons: listOf(Button, 1, 3)
      .refine(differIn('id'), { error: 'must have ids that differ' })
      .refine(differIn('title'), { error: 'must have titles that differ' }),
  }),
})

function differIn(field: 'id' | 'title') {
  return (buttons: Buttons) =>
    new Set(buttons.map(({ reply }) => reply[field])).size === buttons.length
}
