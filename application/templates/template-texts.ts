import type { TemplateText } from '@recado/contract/dashboard/template'
import { exampleOf } from '@recado/domain/template/template-example'
import {
  isNamed,
  type Place,
  placesOf,
  variablesOf,
} from '@recado/domain/template/template-variables'

/** The texts and variables of a template, for a person who sends it. @param components as the provider lists them */
export function templateTexts(components: unknown, parameterFormat: string): TemplateText[] {
  return placesOf(components)
    .filter(({ text }) => text !== '')
    .map((place) => textOf(place, isNamed(parameterFormat)))
}

function textOf(place: Place, named: boolean): TemplateText {
  const [, button] = /^button\.(\d+)$/.exec(place.place) ?? []
  return {
    place: button === undefined ? (place.place as 'header' | 'body') : 'button',
    button: button === undefined ? null : Number(button),
    text: place.text,
    variables: variablesOf(place.text).map((name, index) => ({
      name,
      // Links number their variable in every template.
      is_named: named && button === undefined,
      example: exampleOf(place, name, index),
    })),
  }
}
