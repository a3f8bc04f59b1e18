import type { Channel } from './asyncapi.ts'
import type { FactType } from './fact-types.ts'

/** The channels below `events.>`: one for each fact, a CloudEvent with the schema of the fact's data. */
export function factChannels(facts: readonly FactType[]): readonly Channel[] {
  return facts.map(({ name, category, description }) => ({
    id: `events.${category.name}.${name}`,
    address: `events.{account}.${category.name}.${name}`,
    stream: 'EVENTS',
    title: name,
    description,
    contentType: 'application/cloudevents+json',
    payload: {
      allOf: [
        { $ref: '#/components/schemas/CloudEvent' },
        {
          type: 'object',
          properties: {
            type: { const: name },
            data: { $ref: `#/components/schemas/${name}` },
          },
        },
      ],
    },
    examples: [],
  }))
}
