import { StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from '@quarterdeck/contract';

const WORDS: Partial<Record<CodeLanguage, RegExp>> = {
  cel: /^(true|false|null|in|has|all|exists|exists_one|map|filter|size|matches)\b/,
  javascript:
    /^(true|false|null|undefined|const|let|var|function|return|if|else|for|while|of|in|new|typeof|throw|try|catch|switch|case|break)\b/,
  shell: /^(if|then|else|elif|fi|for|while|do|done|case|esac|in|function|return|exit|local|export|set|echo)\b/,
};
const TEMPLATE_WORDS =
  /^(if|else|end|range|with|define|template|block|and|or|not|eq|ne|lt|le|gt|ge|len|index|printf)\b/;

interface State {
  inTemplate: boolean;
}

/** Light colouring for the languages without a grammar of their own: CEL, Go templates, JavaScript, shell. */
export function streamLanguage(language: CodeLanguage): Extension {
  if (language === 'template') return StreamLanguage.define(templateParser);
  const words = WORDS[language];
  return words ? StreamLanguage.define(expressionParser(words, language === 'shell' ? '#' : '//')) : [];
}

function expressionParser(words: RegExp, comment: string): StreamParser<State> {
  return {
    startState: () => ({ inTemplate: false }),
    token: (stream) => {
      if (stream.eatSpace()) return null;
      if (stream.match(comment)) {
        stream.skipToEnd();
        return 'comment';
      }
      return expressionToken(stream, words);
    },
  };
}

const templateParser: StreamParser<State> = {
  startState: () => ({ inTemplate: false }),
  token: (stream, state) => {
    if (!state.inTemplate) {
      if (stream.match('{{')) {
        state.inTemplate = true;
        return 'punctuation';
      }
      if (!stream.skipTo('{{')) stream.skipToEnd();
      return null;
    }
    if (stream.eatSpace()) return null;
    if (stream.match('}}')) {
      state.inTemplate = false;
      return 'punctuation';
    }
    if (stream.match(/^\/\*.*?\*\//)) return 'comment';
    return expressionToken(stream, TEMPLATE_WORDS);
  },
};

function expressionToken(stream: Parameters<StreamParser<State>['token']>[0], words: RegExp): string | null {
  if (stream.match(/^("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`[^`]*`?)/)) return 'string';
  if (stream.match(/^\d+(\.\d+)?/)) return 'number';
  if (stream.match(words)) return 'keyword';
  if (stream.match(/^[$.]?[A-Za-z_][\w]*/)) return stream.string.charAt(stream.pos) === '(' ? 'propertyName' : null;
  stream.next();
  return 'operator';
}
