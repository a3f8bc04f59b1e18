/** Colour of a stage for which nobody chose one (contract, Stage). */
export const DEFAULT_COLOR = '#5b9bd9'
