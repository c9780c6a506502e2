import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checkBaseShape,
  envVarField,
  inlineConnectionShape,
  templateField,
  textField,
  tlsConfigField,
} from './fields.ts';

const check = z.object(checkBaseShape);

describe('textField', () => {
  it.each([
    ['a', 'a'],
    [5, '5'],
    [1.5, '1.5'],
    [true, 'true'],
  ])('%s', (value, text) => {
    expect(textField.parse(value)).toBe(text);
  });

  it.each([null, undefined, {}, []])('refuses %j', (value) => {
    expect(textField.safeParse(value).success).toBe(false);
  });
});

describe('envVarField', () => {
  it('takes a value in place or a reference', () => {
    expect(envVarField.parse({ name: 'n', value: 8080 })).toEqual({ name: 'n', value: '8080' });
    const valueFrom = { secretKeyRef: { name: 's', key: 'k' } };
    expect(envVarField.parse({ valueFrom, other: 1 })).toEqual({ valueFrom });
    expect(envVarField.parse({})).toEqual({});
  });

  it('wants name and key of a reference', () => {
    expect(envVarField.safeParse({ valueFrom: { secretKeyRef: { name: 's' } } }).success).toBe(false);
  });
});

describe('checkBaseShape', () => {
  it('wants a name, and drops what it does not know', () => {
    expect(check.safeParse({}).success).toBe(false);
    expect(check.parse({ name: 1, unknown: true })).toEqual({ name: '1' });
  });

  it('takes the old form of a namespace', () => {
    expect(check.parse({ name: 'x', namespace: 'n' }).namespace).toBe('n');
    expect(check.parse({ name: 'x', namespace: { name: 'n', labelSelector: 'a=b' } }).namespace).toBe('n');
    expect(check.parse({ name: 'x', namespace: {} }).namespace).toBe('');
  });

  it('takes labels and metric values that are no texts', () => {
    expect(check.parse({ name: 'x', labels: { a: 1, b: true } }).labels).toEqual({ a: '1', b: 'true' });
    expect(check.parse({ name: 'x', metrics: [{ name: 'm', value: 1 }] }).metrics).toEqual([{ name: 'm', value: '1' }]);
  });

  it('knows the delete strategies', () => {
    expect(check.parse({ name: 'x', transformDeleteStrategy: 'Ignore' }).transformDeleteStrategy).toBe('Ignore');
    expect(check.safeParse({ name: 'x', transformDeleteStrategy: 'Keep' }).success).toBe(false);
  });
});

describe('further shapes', () => {
  it('read templates, connections and TLS settings', () => {
    expect(templateField.parse({ expr: '1', jsonPath: '$' })).toEqual({ expr: '1', jsonPath: '$' });
    const connection = { connection: 'connection://a', url: 'u', username: { value: 'n' }, password: { value: 'p' } };
    expect(z.object(inlineConnectionShape).parse(connection)).toEqual(connection);
    const tls = { insecureSkipVerify: true, handshakeTimeout: '5s', ca: { value: 'PEM' } };
    expect(tlsConfigField.parse(tls)).toEqual(tls);
  });
});
