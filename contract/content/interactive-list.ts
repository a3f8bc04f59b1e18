import { z } from 'zod'
import { listOf, textOf, upTo } from '../bounds.ts'
import { bodyOf, Footer, PlainHeader } from './interactive-parts.ts'

const MOST_ROWS = 10

const Row = z.looseObject({
  id: textOf(1, 200),
  title: textOf(1, 24),
  description: upTo(72).optional(),
})

const Section = z.looseObject({ title: upTo(24).optional(), rows: z.array(Row).min(1) })

export const ListMessage = z.looseObject({
  type: z.literal('list'),
  header: PlainHeader.optional(),
  body: bodyOf(4096),
  footer: Footer.optional(),
  action: z.looseObject({
    button: textOf(1, 20),
    sections: listOf(Section, 1, 10).refine(
      (sections) => sections.reduce((sum, { rows }) => sum + rows.length, 0) <= MOST_ROWS,
      { error: `must have at most ${MOST_ROWS} rows in total` },
    ),
  }),
})
