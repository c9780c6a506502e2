import { TextField } from '@quarterdeck/ui';
import { useId, useState } from 'react';
import { parseDurationFilter } from '../../model/history.ts';

export interface DurationFilterProps {
  value: string;
  choices: readonly string[];
  /** Called only with texts that can be read. */
  onChange: (value: string) => void;
}

/**
 * The least duration of the results shown: one of the choices, or one's own. Other texts say what is allowed. What is
 * typed stands until the field is left, then the value does, whoever changed it.
 */
export function DurationFilter({ value, choices, onChange }: DurationFilterProps) {
  const [typed, setTyped] = useState<string>();
  const list = useId();
  const text = typed ?? value;
  const parsed = parseDurationFilter(text);
  return (
    <>
      <TextField
        label="Duration"
        list={list}
        value={text}
        placeholder="All"
        onBlur={() => parsed.ok && setTyped(undefined)}
        onFocus={(event) => event.target.select()}
        onChange={(next) => {
          setTyped(next);
          if (parseDurationFilter(next).ok) onChange(next);
        }}
        {...(parsed.ok ? {} : { error: parsed.message })}
      />
      <datalist id={list}>
        {['All', ...choices].map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
}
