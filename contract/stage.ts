import { z } from 'zod'
import { upTo } from './bounds.ts'
import { Timestamp, Uuid } from './ids.ts'

const Name = upTo(40, z.string().trim()).min(1)

const Color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hexadecimal colour such as #5b9bd9')

export const Stage = z
  .object({
    id: Uuid,
    name: z.string(),
    position: z.int().nonnegative().describe('Place in the funnel, from 0.'),
    color: z.string().describe('Hexadecimal colour.'),
    auto_kind: z
      .enum(['new', 'engaged', 'won'])
      .nullable()
      .describe(
        'Contacts of this kind are on this stage, unless somebody has put them on another one.',
      ),
    created_at: Timestamp,
  })
  .meta({ id: 'Stage' })
export type Stage = z.infer<typeof Stage>

/** Body of POST /stages. */
export const NewStage = z.object({
  name: Name,
  color: Color.optional().describe('#5b9bd9 unless given.'),
})

/** Body of PATCH /stages/{id}: at least one field. */
export const StageChanges = z
  .object({
    name: Name.optional(),
    color: Color.optional(),
    position: z
      .number()
      .optional()
      .describe('A fraction is cut, below 0 is the first place, beyond the end the last one.'),
  })
  .refine(
    ({ name, color, position }) =>
      name !== undefined || color !== undefined || position !== undefined,
    'must have at least one of name, color, position',
  )
