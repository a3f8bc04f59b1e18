/** The colour of a stage whose colour was not chosen (contract, Stage). */
export const DEFAULT_COLOR = '#5b9bd9'
