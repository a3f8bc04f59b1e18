import { z } from 'zod'
import { listOf, textOf } from '../bounds.ts'
import { typeField } from './by-type.ts'
import { bodyOf, Footer, Header } from './interactive-parts.ts'

const Button = z.looseObject({
  type: typeField('reply'),
  reply: z
    .looseObject({
      id: textOf(1, 256).describe('Comes back when the person chooses the button.'),
      title: textOf(1, 20).describe('What the button says.'),
    })
    .describe('The answer that the button gives.'),
})

type Buttons = readonly z.infer<typeof Button>[]

export const ButtonMessage = z.looseObject({
  type: typeField('button'),
  header: Header.optional(),
  body: bodyOf(1024),
  footer: Footer.optional(),
  action: z
    .looseObject({
      buttons: listOf(Button, 1, 3)
        .refine(differIn('id'), { error: 'must have ids that differ' })
        .refine(differIn('title'), { error: 'must have titles that differ' })
        .describe('In the order in which they are shown.'),
    })
    .describe('What the person can choose.'),
})

function differIn(field: 'id' | 'title') {
  return (buttons: Buttons) =>
    new Set(buttons.map(({ reply }) => reply[field])).size === buttons.length
}
