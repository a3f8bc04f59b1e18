import { z } from 'zod'
import { listOf, textOf, upTo } from '../bounds.ts'
import { typeField } from './by-type.ts'
import { bodyOf, Footer, PlainHeader } from './interactive-parts.ts'

const MAX_ROWS = 10

const Row = z.looseObject({
  id: textOf(1, 200).describe('Comes back when the person chooses the row.'),
  title: textOf(1, 24).describe('What the row says.'),
  description: upTo(72).optional().describe('A second line, smaller.'),
})

const Section = z.looseObject({
  title: upTo(24).optional().describe('A heading, needed where there are several sections.'),
  rows: z.array(Row).min(1).describe('In the order in which they are shown.'),
})

export const ListMessage = z.looseObject({
  type: typeField('list'),
  header: PlainHeader.optional(),
  body: bodyOf(4096),
  footer: Footer.optional(),
  action: z
    .looseObject({
      button: textOf(1, 20).describe('What the button says that opens the list.'),
      sections: listOf(Section, 1, 10)
        .refine(
          (sections) => sections.reduce((sum, { rows }) => sum + rows.length, 0) <= MAX_ROWS,
          {
            error: `must have at most ${MAX_ROWS} rows in total`,
          },
        )
        .describe(`Groups of rows, ${MAX_ROWS} rows at most in all.`),
    })
    .describe('What the person can choose.'),
})
