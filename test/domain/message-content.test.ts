import { describe, expect, test } from 'vitest'
import { wordsIn } from '../../src/domain/message-content.js'

describe('the words of a message', () => {
  test.each([
    ['a text', 'I moved to Lisbon.', 'I moved to Lisbon.'],
    [
      'parts of text',
      [
        { type: 'text', text: 'I moved.' },
        { type: 'input_text', text: 'To Lisbon.' },
      ],
      'I moved.\nTo Lisbon.',
    ],
    ['text with its annotations', [{ type: 'output_text', text: { value: 'I moved.', annotations: [] } }], 'I moved.'],
    ['parts without a type', ['I moved.', { text: 'To Lisbon.' }], 'I moved.\nTo Lisbon.'],
    [
      'an image beside text',
      [
        { type: 'text', text: 'Look!' },
        { type: 'image_url', image_url: { url: 'data:' } },
      ],
      'Look!',
    ],
    ['the result of a tool', [{ type: 'tool_result', tool_use_id: 'a', content: 'I moved.' }], ''],
    ['a file with text of its own', [{ type: 'file', text: 'I moved.' }], ''],
    ['a part by itself', { type: 'text', text: 'I moved.' }, 'I moved.'],
    ['an image by itself', { type: 'image_url', image_url: { url: 'data:' } }, ''],
    ['a call of a tool alone', null, ''],
    ['nothing', undefined, ''],
    ['no parts', [], ''],
  ])('are found in %s', (_, content, words) => expect(wordsIn(content)).toBe(words))

  test.each([1, true, { words: 'I moved.' }, [1], [null], [['I moved.']]])('cannot be in %j', (content) =>
    expect(wordsIn(content)).toBeUndefined(),
  )
})
