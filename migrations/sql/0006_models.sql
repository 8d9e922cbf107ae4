-- A device says of what model it is: the one that speaks our own format is always there.
INSERT INTO device_models (name, format) VALUES ('native', 'native') ON CONFLICT DO NOTHING;
