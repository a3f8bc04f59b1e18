import { z } from 'zod'
import { upTo } from '../bounds.ts'

/** A place. Coordinates are in degrees; numbers written as text are accepted. */
export const Location = z.object({
  latitude: degrees(90).describe('In degrees, north of the equator; negative south of it.'),
  longitude: degrees(180).describe('In degrees, east of Greenwich; negative west of it.'),
  name: upTo(1000).nullish().describe('How the place is called.'),
  address: upTo(1000).nullish().describe('Shown below the name, only together with it.'),
})
export type Location = z.infer<typeof Location>

function degrees(most: number) {
  return z.preprocess(
    parseNumber,
    z
      .number()
      .refine((value) => Math.abs(value) <= most, { error: `must be from -${most} to ${most}` })
      .meta({ minimum: -most, maximum: most }),
  )
}

function parseNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
}
