/**
 * The version of the translation (a reading), kept beside every fact of intake. Raise it whenever any raw event gives
 * other intents than before, so that an audit compares each fact with the version that made it.
 */
export const TRANSLATION_VERSION = 6
