import type { FigureName } from './run-file.ts'

/** A bound on the ratio of ours to raw, or on ours alone, of a figure or of the processor time. */
export type Goal = {
  readonly figure: FigureName | 'cpu'
  readonly of: 'ratio' | 'ours'
  readonly bound: 'least' | 'most'
  readonly value: number
}

export function ratioAtLeast(figure: Goal['figure'], value: number): Goal {
  return { figure, of: 'ratio', bound: 'least', value }
}

export function ratioAtMost(figure: Goal['figure'], value: number): Goal {
  return { figure, of: 'ratio', bound: 'most', value }
}

export function atLeast(figure: Goal['figure'], value: number): Goal {
  return { figure, of: 'ours', bound: 'least', value }
}

export function atMost(figure: Goal['figure'], value: number): Goal {
  return { figure, of: 'ours', bound: 'most', value }
}

/** The goal as text, and whether it is reached. @param unit of ours, such as `ms` */
export function judge(goal: Goal, ours: number, raw: number, unit: string): [string, string] {
  const { of, bound, value } = goal
  const reached = of === 'ratio' ? ours / raw : ours
  const isReached = bound === 'least' ? reached >= value : reached <= value
  const text = `${bound === 'least' ? '>=' : '<='} ${value}${of === 'ours' ? ` ${unit}` : ''}`
  return [text, isReached ? 'ok' : 'missed']
}
