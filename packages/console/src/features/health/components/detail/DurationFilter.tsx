import { TextField } from '@quarterdeck/ui';
import { useId, useState } from 'react';
import { parseDurationFilter } from '../../model/history.ts';

export interface DurationFilterProps {
  value: string;
  choices: readonly string[];
  /** Called only with texts that can be read. */
  onChange: (value: string) => void;
}

/** The least duration of the results shown: one of the choices, or one's own. Other texts say what is allowed. */
export function DurationFilter({ value, choices, onChange }: DurationFilterProps) {
  const [text, setText] = useState(value);
  const list = useId();
  const parsed = parseDurationFilter(text);
  return (
    <>
      <TextField
        label="Duration"
        list={list}
        value={text}
        placeholder="All"
        onFocus={(event) => event.target.select()}
        onChange={(next) => {
          setText(next);
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
